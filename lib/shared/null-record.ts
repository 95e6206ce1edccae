/**
 * A record for foreign names. It has no prototype, so no name has a meaning by itself. Engines treat an
 * object from a constructor as a fast object, and one from `Object.create(null)` as a slow hash table.
 */
export const NullRecord = function NullRecord() {} as unknown as new <Value>() => Record<
  string,
  Value
>;
NullRecord.prototype = Object.freeze(Object.create(null));
