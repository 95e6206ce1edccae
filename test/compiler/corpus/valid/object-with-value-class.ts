import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Line } from '../shared/line.js';

interface Order {
  first: Line;
  lines: Line[];
}

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
              { name: 'first', type: { kind: 'class', name: 'Line' } },
              { name: 'lines', type: { kind: 'array', items: { kind: 'class', name: 'Line' } } },
            ],
          },
        },
      ],
    },
  },
};

export const references = () => ({ Line });
