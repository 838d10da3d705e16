/** Documents as features: bags of words, and encoders of language models. */
package dpgnn.text;
