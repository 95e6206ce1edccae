import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(request: RestRequest<object>) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'request', type: { kind: 'request' } }] } },
};
