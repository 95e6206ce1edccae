import { Controller, Get, Inject } from '@nestjs/common';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { RestRoutes } from 'nestjs-rest-routes';

/** The token of the client of Redis: the one of `new KeyvRedis(client)`. */
export const REDIS = Symbol('redis');

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly routes: RestRoutes,
    @Inject(REDIS) private readonly redis: { readonly isReady: boolean },
  ) {}

  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check([() => this.rest()]);
  }

  private async rest() {
    const { length: routes } = await this.routes.list();
    const store = this.redis.isReady ? 'up' : 'down';
    const rest = this.indicators.check('rest');
    return routes > 0 ? rest.up({ routes, store }) : rest.down({ routes, store });
  }
}
