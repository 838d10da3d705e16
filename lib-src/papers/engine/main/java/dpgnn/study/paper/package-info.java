/**
 * Published numbers beside found ones. {@link dpgnn.study.paper.Paper} reads what a paper prints, {@link dpgnn.study.paper.Cells}
 * say which run stands behind each number, {@link dpgnn.study.paper.Comparison} shows both and holds them against each other by the
 * one {@link dpgnn.study.paper.ComparisonRule}, and {@link dpgnn.study.paper.Claims} say what of the paper holds.
 */
package dpgnn.study.paper;
