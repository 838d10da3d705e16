/** What the exercises of the notebooks hold for right. */
package dpgnn.exercise;
