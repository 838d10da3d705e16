/** What choosing a model costs: a naive choice, the same paid for, and a private selection, at one budget. */
package dpgnn.study.choice;
