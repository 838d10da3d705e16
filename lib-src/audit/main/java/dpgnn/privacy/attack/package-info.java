/** What an attacker can do: privacy-loss distributions as values, and the trade-off curves that follow from them. */
package dpgnn.privacy.attack;
