import { HttpMethod, ListOf, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Line } from '../shared/line.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@ListOf(Line, { minItems: 1, maxItems: 3 }) lines: Line[], more: readonly Line[] = []) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'lines', type: { kind: 'array', items: { kind: 'class', name: 'Line' } } },
        {
          name: 'more',
          type: { kind: 'array', items: { kind: 'class', name: 'Line' } },
          optional: true,
          default: [],
        },
      ],
    },
  },
};

export const references = () => ({ Line });
