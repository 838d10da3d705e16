/** Accountants, calibration, certificates, and the papers' formulas as printed. */
package dpgnn.privacy.account;
