import {
  HttpMethod,
  ListOf,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

@ValueClass()
export class Line {
  sku: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@ListOf('integer') ids: Set<number>, @ListOf(Line) lines: Iterable<Line>) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'ids', type: { kind: 'array', items: { kind: 'opaque', text: 'Set<number>' } } },
        {
          name: 'lines',
          type: { kind: 'array', items: { kind: 'opaque', text: 'Iterable<Line>' } },
        },
      ],
    },
  },
};
