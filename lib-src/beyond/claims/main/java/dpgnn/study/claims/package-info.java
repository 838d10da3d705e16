/**
 * Compares, for every shipped method, what its authors claim, what is proved and what an audit finds, with a planted fault
 * that the audit must catch.
 */
package dpgnn.study.claims;
