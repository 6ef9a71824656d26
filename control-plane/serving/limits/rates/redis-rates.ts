import type { Log } from "@ferrule/kit/log.ts";
import { openRedis } from "../../../data/cache/redis/open-redis.ts";
import type { RateStore } from "../../../ground/ports/rate-store.ts";
import { rateGrant } from "./rate-grant.ts";

/**
 * Does the work of `levelAfter` and `grantOf` for every key, with its limit, owed, back, need and wants. The first
 * argument is the number of workers. It uses the server's clock, and returns grants and levels in turn.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {}
for at, key in ipairs(KEYS) do
  local from = 1 + (at - 1) * 5
  local limit, owed, back = tonumber(ARGV[from + 1]), tonumber(ARGV[from + 2]), tonumber(ARGV[from + 3])
  local need, wants = tonumber(ARGV[from + 4]), tonumber(ARGV[from + 5])
  local kept = redis.call('HMGET', key, 'level', 'at')
  local level = limit
  if kept[1] then
    level = math.min(limit, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * limit / 60000)
  end
  level = math.min(limit, level + back) - owed
  local given = math.min(need, math.max(0, math.floor(level)))
  local spare = math.floor((level - given) / (4 * tonumber(ARGV[1])))
  local granted = given + math.max(0, math.min(wants, spare))
  level = level - granted
  redis.call('HSET', key, 'level', string.format('%.6f', level), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', key, 600000)
  table.insert(answer, granted)
  table.insert(answer, string.format('%.6f', level))
end
return answer
`;

/**
 * Keeps levels in Valkey or Redis. One script reads, grants and writes, so that no request is granted to two workers.
 */
export async function createRedisRates({ url, log }: { url: string; log: Log }): Promise<RateStore> {
  const client = await openRedis({ url, log, name: "ferrule-control-plane-limits" });
  return {
    async take(projectId, asks, workers) {
      const keys = asks.map(({ id }) => `ferrule:rate:${projectId}:${id}`);
      const counts = asks.flatMap(({ limit, owed, back, need, wants }) => [limit, owed, back, need, wants]);
      const answer = await client.eval(script, { keys, arguments: [workers, ...counts].map(String) });
      const said = (answer as unknown[]).map(Number);
      return asks.map((ask, index) => rateGrant(ask, said[index * 2] ?? 0, said[index * 2 + 1] ?? 0));
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
