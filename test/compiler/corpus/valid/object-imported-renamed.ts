import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type * as Shapes from '../shared/shapes.js';
import type { Size as Extent } from '../shared/shapes.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(point: Shapes.Point, size: Extent) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
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
        {
          name: 'size',
          type: {
            kind: 'object',
            name: 'Size',
            properties: [
              { name: 'width', type: { kind: 'integer' } },
              { name: 'height', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
