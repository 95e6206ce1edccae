/** A title. @maxLength 5 */
export type Title = string;
/** @minimum 1 */
export type Page = number;

export interface A {
  /** @maxLength 5 */
  a: string;
}
export interface A3 {
  /** @minLength 3 */
  a: string;
}
export interface Plain {
  a: string;
}
export interface Both extends A, A3 {}
export interface Other extends A3, A {}
export interface Redeclared extends A {
  a: string;
}
/** @minProperties 1 */
export interface Patch {
  a?: string;
  b?: string;
}
export type Renamed<T> = { [K in keyof T as `x${K & string}`]: T[K] };
export type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
export interface Box<T> {
  a: T;
}
