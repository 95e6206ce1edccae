import { Param, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class Subject {
  /** How many. @minimum 1 @default 5 */
  qty: int;
  /** @pattern ^[a-z]+$ */
  @Param({ maxLength: 9 }) sku?: string;
  /** @minItems 1 */
  tags: string[] = ['new'];
}

export const expected = {
  properties: [
    {
      name: 'qty',
      type: { kind: 'integer' },
      default: 5,
      description: 'How many.',
      limits: { minimum: 1 },
    },
    { name: 'sku', type: { kind: 'string' }, optional: true, limits: { pattern: '^[a-z]+$' } },
    {
      name: 'tags',
      type: { kind: 'array', items: { kind: 'string' } },
      optional: true,
      default: ['new'],
      limits: { minItems: 1 },
    },
  ],
};
