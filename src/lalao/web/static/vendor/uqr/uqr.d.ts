/** What the scripts use of uqr. */
export declare const encode: (data: string, options?: { ecc?: "L" | "M" | "Q" | "H"; border?: number }) => {
  size: number;
  data: boolean[][];
};
