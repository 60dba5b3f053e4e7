/** "1 creator", "1,204 creators". */
export const creatorsText = (count: number): string => `${count.toLocaleString("en")} creator${count === 1 ? "" : "s"}`;
