import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { int as whole } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(id: whole) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
