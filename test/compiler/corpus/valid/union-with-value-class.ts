import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Line } from '../shared/line.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(line: string | Line) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'line',
          type: { kind: 'union', options: [{ kind: 'string' }, { kind: 'class', name: 'Line' }] },
        },
      ],
    },
  },
};

export const references = () => ({ Line });
