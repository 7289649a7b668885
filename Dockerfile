# The stand-in as an image. It runs as a user without rights, needs no writable root, and keeps its state
# in /data:
#
#   docker build --tag abuse-feed .
#   docker run --rm --read-only --publish 127.0.0.1:4010:4010 --volume feed:/data abuse-feed
#
# Any other command of abuse-feed goes after the name of the image.
FROM node:24-bookworm-slim AS build
WORKDIR /checkout
COPY . .
RUN npm ci --no-audit --no-fund \
  && npm pack --ignore-scripts --pack-destination /tmp \
  && npm install --prefix /app --omit=dev --no-audit --no-fund /tmp/abuse-feed-kit-*.tgz \
  && mkdir /data

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010 ABUSE_FEED_DATA=/data
COPY --from=build /app /app
COPY --from=build --chown=node:node /data /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "/app/node_modules/abuse-feed-kit/src/cli/abuse-feed.cjs", "health"]
ENTRYPOINT ["node", "/app/node_modules/abuse-feed-kit/src/cli/abuse-feed.cjs"]
CMD ["serve"]
