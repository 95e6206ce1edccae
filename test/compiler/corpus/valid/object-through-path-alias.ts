import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Point } from '@shared/shapes.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(point: Point) {}
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
      ],
    },
  },
};
