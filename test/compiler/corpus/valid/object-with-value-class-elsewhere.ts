import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Line } from '../shared/line.js';
import type { Order } from '../shared/shapes.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(order: Order) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'order',
          type: {
            kind: 'object',
            name: 'Order',
            properties: [
              {
                name: 'kind',
                type: {
                  kind: 'enum',
                  name: 'Kind',
                  members: ['Book', 'Film'],
                  values: ['book', 'film'],
                },
              },
              { name: 'lines', type: { kind: 'array', items: { kind: 'class', name: 'Line' } } },
            ],
          },
        },
      ],
    },
  },
};

export const references = () => ({ Line });
