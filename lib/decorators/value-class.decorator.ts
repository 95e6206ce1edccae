import { VALUE_CLASS_KEY, type ValueClassOptions } from './metadata-accessor.js';

/**
 * Marks a plain class whose instances are elements of a list: its public properties follow the
 * rules of parameters. Decorations of class-validator and class-transformer are honoured.
 *
 * @example
 * @ValueClass()
 * export class OrderLine { sku: string; @Param({ minimum: 1 }) quantity: int; }
 *
 * @param options `undecorated` for classes of class-validator; `reject` by default.
 */
export function ValueClass(options: ValueClassOptions = {}): ClassDecorator {
  return (target) => Reflect.defineMetadata(VALUE_CLASS_KEY, options, target);
}
