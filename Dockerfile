# The stand-in as an image. It runs as a user without rights, needs no writable root, and keeps its state
# in /data:
#
#   docker build --tag abuse-feed .
#   docker run --rm --init --read-only --publish 127.0.0.1:4010:4010 --volume feed:/data abuse-feed
#
# Any other command of abuse-feed goes after the name of the image.

# What it depends on comes before the sources, so that an edit of these installs nothing again.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /checkout
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm pack --ignore-scripts --pack-destination /tmp \
  && mkdir -p /package /data \
  && tar --extract --gzip --file /tmp/abuse-feed-kit-*.tgz --directory /package --strip-components=1

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
LABEL org.opencontainers.image.title="abuse-feed-kit" \
  org.opencontainers.image.description="Reference server and contract-test kit for the Abuse-Report Feed and Static-Analysis Lookup Service" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010 ABUSE_FEED_DATA=/data
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /package /app/node_modules/abuse-feed-kit
COPY --from=build --chown=node:node /data /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "/app/node_modules/abuse-feed-kit/src/cli/abuse-feed.cjs", "health"]
ENTRYPOINT ["node", "/app/node_modules/abuse-feed-kit/src/cli/abuse-feed.cjs"]
CMD ["serve"]
