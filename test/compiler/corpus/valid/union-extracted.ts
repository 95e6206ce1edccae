import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Value = string | { id: int } | 'all';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(value: Extract<Value, object>, other: Exclude<Value, string>) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'value',
          type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
        },
        {
          name: 'other',
          type: { kind: 'object', properties: [{ name: 'id', type: { kind: 'integer' } }] },
        },
      ],
    },
  },
};
