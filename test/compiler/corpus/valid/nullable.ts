import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(email: string | null) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'email', type: { kind: 'string', nullable: true } }] } },
};
