/** Any class, abstract ones included. */
export type Class = abstract new (...args: never[]) => object;
