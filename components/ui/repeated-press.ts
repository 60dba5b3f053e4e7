/** Whether a press is the second of a double click, or a later one: what the first one opened may lie under it by now. */
export const isRepeatedPress = ({ detail }: { detail: number }): boolean => detail > 1;
