import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    point: import('../shared/shapes.js').Point,
    box: import('../shared/shapes.js').Labelled<int>,
  ) {}
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
          name: 'box',
          type: {
            kind: 'object',
            name: 'Labelled',
            properties: [
              { name: 'label', type: { kind: 'string' } },
              { name: 'value', type: { kind: 'integer' } },
            ],
          },
        },
      ],
    },
  },
};
