import {
  HttpMethod,
  PublicAccess as Public,
  RestController as Api,
  RestRoute as Route,
  type int,
} from 'nestjs-rest-routes';

@Api('v1', '/subjects')
export class Subject {
  @Route('/{id}', HttpMethod.Get, new Public())
  list(id: int) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'id', type: { kind: 'integer' } }] } },
};
