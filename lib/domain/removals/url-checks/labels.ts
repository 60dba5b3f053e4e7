/**
 * What a look at a URL found. `gone`: 404 or 410. `elsewhere`: it leads to another page. `answers`: it still has a page, whatever is
 * on it. `unclear`: anything else, such as no answer.
 */
export type Finding = "gone" | "elsewhere" | "answers" | "unclear";
