/** Every shipped method: what its authors claim, what is proved, what an audit finds, and a fault that the audit must catch. */
package dpgnn.study.claims;
