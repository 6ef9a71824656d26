import { useEffect, useMemo } from "react";
import { tabProject } from "../../../api/tab-project.ts";
import { createFeed, type Feed, type FeedState } from "./create-feed.ts";
import type { ListQuery } from "./execution-row.ts";

/** The last list is kept, so that returning from an execution shows the same rows at the same place. */
let kept: { key: string; feed: Feed } | undefined;

/**
 * The list for these filters. @param key identifies the list; it stays the same for a range that counts back from now
 * @param isLive whether to follow new records
 */
export function useFeed(key: string, filters: () => ListQuery, isLive: boolean): Feed & { now: FeedState } {
  const projectId = tabProject.use();
  const whole = `${projectId ?? ""} ${key}`;
  const feed = useMemo(() => {
    if (kept?.key !== whole) kept = { key: whole, feed: createFeed(filters()) };
    return kept.feed;
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the filters
  }, [whole]);
  useEffect(() => {
    if (!isLive) {
      if (feed.state.get().rows === undefined) feed.refresh();
      return undefined;
    }
    const stop = new AbortController();
    void feed.follow(stop.signal);
    return () => stop.abort();
  }, [feed, isLive]);
  return { ...feed, now: feed.state.use() };
}
