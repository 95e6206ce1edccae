import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Line } from '../shared/line.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(rows: Line[][]) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'rows',
          type: { kind: 'array', items: { kind: 'array', items: { kind: 'class', name: 'Line' } } },
        },
      ],
    },
  },
};

export const references = () => ({ Line });
