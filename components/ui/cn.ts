import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
const isNumber = (value: string) => /^\d/.test(value);

/*
 * The groups of classes that callers override. The package's own table covers all of Tailwind and is three times larger.
 * Classes in no group are kept.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ["block", "inline-block", "inline", "flex", "inline-flex", "grid", "contents", "hidden"],
    position: ["static", "fixed", "absolute", "relative", "sticky"],
    flexDirection: [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
    flexWrap: [{ flex: ["wrap", "nowrap"] }],
    items: [{ items: [any] }],
    justify: [{ justify: ["start", "end", "center", "between", "around"] }],
    self: [{ self: [any] }],
    gap: [{ gap: [isNumber, "px"] }],
    columns: [{ "grid-cols": [any] }],
    p: [{ p: [any] }],
    px: [{ px: [any] }],
    py: [{ py: [any] }],
    pt: [{ pt: [any] }],
    pr: [{ pr: [any] }],
    pb: [{ pb: [any] }],
    pl: [{ pl: [any] }],
    m: [{ m: [any] }],
    mx: [{ mx: [any] }],
    my: [{ my: [any] }],
    mt: [{ mt: [any] }],
    mr: [{ mr: [any] }],
    mb: [{ mb: [any] }],
    ml: [{ ml: [any] }],
    size: [{ size: [any] }],
    w: [{ w: [any] }],
    h: [{ h: [any] }],
    minW: [{ "min-w": [any] }],
    maxW: [{ "max-w": [any] }],
    minH: [{ "min-h": [any] }],
    maxH: [{ "max-h": [any] }],
    fontSize: [{ text: ["xs", "sm", "base", "lg", "xl"] }],
    textAlign: [{ text: ["left", "center", "right", "start", "end"] }],
    textWrap: [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
    textColor: [{ text: [any] }],
    fontFamily: [{ font: ["sans", "mono"] }],
    fontWeight: [{ font: [any] }],
    whitespace: [{ whitespace: [any] }],
    rounded: [{ rounded: ["none", "sm", "md", "lg", "full"] }],
    borderWidth: [{ border: ["", isNumber] }],
    borderColor: [{ border: [any] }],
    borderWidthT: [{ "border-t": ["", isNumber] }],
    borderColorT: [{ "border-t": [any] }],
    borderWidthR: [{ "border-r": ["", isNumber] }],
    borderColorR: [{ "border-r": [any] }],
    borderWidthB: [{ "border-b": ["", isNumber] }],
    borderColorB: [{ "border-b": [any] }],
    borderWidthL: [{ "border-l": ["", isNumber] }],
    borderColorL: [{ "border-l": [any] }],
    borderX: [{ "border-x": ["", isNumber] }],
    borderY: [{ "border-y": ["", isNumber] }],
    background: [{ bg: [any] }],
    shadow: [{ shadow: [any] }],
    overflow: [{ overflow: ["auto", "hidden", "visible", "scroll"] }],
    opacity: [{ opacity: [any] }],
  },
  conflictingClassGroups: {
    p: ["px", "py", "pt", "pr", "pb", "pl"],
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    m: ["mx", "my", "mt", "mr", "mb", "ml"],
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
    size: ["w", "h"],
  },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: ["*", "**", "after", "before", "file", "placeholder"],
}));

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
