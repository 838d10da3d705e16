/** What an attacker finds: coupled neighbouring worlds, canaries, membership attacks, and the page that holds them against a plan. */
package dpgnn.audit;
