import { ValueClass, type int } from 'nestjs-rest-routes';
import type { Point } from '../shared/shapes.js';

interface Owner {
  id: int;
}

@ValueClass()
export class Subject {
  owner: Owner;
  /** Free. */
  meta: Record<string, unknown> = {};
  id: string | int;
  anything?: unknown;
  point: Point;
}

export const expected = {
  properties: [
    {
      name: 'owner',
      type: {
        kind: 'object',
        name: 'Owner',
        properties: [{ name: 'id', type: { kind: 'integer' } }],
      },
    },
    {
      name: 'meta',
      type: { kind: 'object', additional: { kind: 'any' } },
      optional: true,
      default: {},
      description: 'Free.',
    },
    { name: 'id', type: { kind: 'union', options: [{ kind: 'string' }, { kind: 'integer' }] } },
    { name: 'anything', type: { kind: 'any' }, optional: true },
    {
      name: 'point',
      type: {
        kind: 'object',
        name: 'Point',
        properties: [
          { name: 'x', type: { kind: 'number' } },
          { name: 'y', type: { kind: 'number' }, description: 'Measured downwards.' },
        ],
      },
    },
  ],
};
