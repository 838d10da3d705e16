/**
 * Attacks on what ran: coupled neighbouring worlds, canaries, membership attacks, and the page that compares their findings
 * with a plan.
 */
package dpgnn.audit;
