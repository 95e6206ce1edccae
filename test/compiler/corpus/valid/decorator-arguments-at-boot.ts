import {
  Cache,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

const settings = { version: String('v1'), most: Number('5'), ttl: '5m' as const };

@RestController(settings.version)
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: settings.ttl })
  list(@Param({ maximum: settings.most }) n: int) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'n', type: { kind: 'integer' } }] } },
};
