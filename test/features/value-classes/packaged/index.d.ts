/** With `removeComments: true`, but for this comment. */
export declare class UntypedLine {
  sku: string;
}
export declare class UndecoratedLine {
  sku: string;
}
export declare class TypedLine {
  sku: string;
}
export interface Line {
  sku: string;
}
