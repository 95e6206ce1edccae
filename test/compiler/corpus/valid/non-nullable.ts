import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type MaybeId = int | null;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: NonNullable<MaybeId>) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'a', type: { kind: 'integer' } }] } },
};
