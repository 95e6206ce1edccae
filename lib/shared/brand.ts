/**
 * Marks the instances of a class, so that they are recognized whichever copy of the package they come from: a package
 * of the application may have its own copy. Of instances of another copy, only public members are available.
 *
 * @param name The same in all copies.
 */
export function brand<Type extends { readonly prototype: object }>(
  { prototype }: Type,
  name: string,
): (value: unknown) => value is Type['prototype'] {
  const key = Symbol.for(`nestjs-rest-routes.${name}`);
  Object.defineProperty(prototype, key, { value: true });
  return (value): value is Type['prototype'] =>
    typeof value === 'object' &&
    value !== null &&
    (value as Readonly<Record<symbol, unknown>>)[key] === true;
}
