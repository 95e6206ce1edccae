/** Translates `{ type: 'string', nullable: true }` of OpenAPI 3.0 to `{ type: ['string', 'null'] }` of 3.1. */
export function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (typeof value !== 'object' || value === null) return value;
  const plain = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutNullable(inner)]),
  );
  if (plain['nullable'] !== true) return plain;
  const { nullable: _nullable, type, ...rest } = plain;
  return type === undefined
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, type: [type, 'null'].flat() };
}
