import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

const MOST = 50;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1, maximum: MOST }) n: int = 1,
    @Param({ minLength: 2, pattern: /^a/u, format: Format.Email }) s: string = 'a@example.org',
  ) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'n', type: { kind: 'integer' }, optional: true, default: 1 },
        { name: 's', type: { kind: 'string' }, optional: true, default: 'a@example.org' },
      ],
    },
  },
};
