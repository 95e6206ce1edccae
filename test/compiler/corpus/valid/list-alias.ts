import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Ids = readonly int[];

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(ids: Ids) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'ids', type: { kind: 'array', items: { kind: 'integer' } } }] },
  },
};
