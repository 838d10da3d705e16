/** Published baselines: GAP, NDP and naive DP-SGD, and nothing else. */
package dpgnn.baseline;
