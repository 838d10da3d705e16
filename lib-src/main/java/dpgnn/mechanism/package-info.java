/** Clips and noises: what bounds one example, and what hides it. */
package dpgnn.mechanism;
