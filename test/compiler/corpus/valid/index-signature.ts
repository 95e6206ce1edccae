import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

interface Counts {
  [name: string]: int;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(counts: Counts, other: { [name: string]: { id: int } }) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'counts',
          type: { kind: 'object', name: 'Counts', additional: { kind: 'integer' } },
        },
        {
          name: 'other',
          type: {
            kind: 'object',
            additional: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
          },
        },
      ],
    },
  },
};
