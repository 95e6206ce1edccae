/**
 * A record for names that come from outside: without a prototype, so that no name means anything by
 * itself. Made by a constructor, engines keep it as fast as any object; one from `Object.create(null)`
 * becomes a hash table, which costs a small request a fifteenth of its time.
 */
export const NullRecord = function NullRecord() {} as unknown as new <Value>() => Record<
  string,
  Value
>;
NullRecord.prototype = Object.freeze(Object.create(null));
