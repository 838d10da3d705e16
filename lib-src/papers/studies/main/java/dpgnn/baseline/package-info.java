/** Published baselines (GAP, Blink, NDP and naive DP-SGD), and links over a hop of GAP, and nothing else. */
package dpgnn.baseline;
