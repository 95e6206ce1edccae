import { VALUE_CLASS_KEY } from './metadata-accessor.js';

/**
 * Marks a plain class whose instances are elements of a list: its public properties follow the
 * rules of parameters. Decorations of class-validator and class-transformer are honoured.
 *
 * @example
 * @ValueClass()
 * export class OrderLine { sku: string; @Param({ minimum: 1 }) quantity: int; }
 */
export function ValueClass(): ClassDecorator {
  return (target) => Reflect.defineMetadata(VALUE_CLASS_KEY, true, target);
}
